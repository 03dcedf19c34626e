// What a text from outside could have made of the page: elements that fetch,
// embed or run, handlers, addresses that lead elsewhere, and the marks of
// scripts that ran.
(() => {
  const found = [];
  if ('__xss' in window) found.push('a script ran');
  const say = (e, why) => found.push(why + ': ' + e.outerHTML.slice(0, 200));
  for (const e of document.querySelectorAll('*')) {
    if (!e.namespaceURI.endsWith('/xhtml') && !e.namespaceURI.endsWith('/svg')) say(e, 'foreign markup');
    if (/^(iframe|frame|frameset|object|embed|applet|base|img|image|video|audio|source|track|marquee|portal|template|math|animate|set|use|foreignObject|x)$/i.test(e.localName)) say(e, 'an element');
    if (e.localName === 'meta' && /refresh/i.test(e.httpEquiv)) say(e, 'a refresh');
    if (e.shadowRoot) say(e, 'a shadow root');
    for (const a of e.attributes) {
      if (/^on/i.test(a.name)) say(e, 'a handler');
      if (a.name === 'style' || a.name === 'srcdoc') say(e, 'the attribute ' + a.name);
      if (/^(href|xlink:href|src|action|formaction|data|background|ping|srcset)$/i.test(a.name)) {
        const to = new URL(a.value, location.href);
        if (to.protocol !== location.protocol || to.host !== location.host) say(e, 'an address elsewhere');
      }
    }
  }
  return found;
})()
