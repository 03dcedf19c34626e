// The elements that make the page wider than the view, none where it fits. What
// scrolls in a box of its own is in its place.
(() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth && document.body.scrollWidth <= root.clientWidth) return [];
  const boxed = (e) => {
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(p).overflowX)) return true;
    }
    return false;
  };
  const wide = [...document.body.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > root.clientWidth + 1 && !boxed(e));
  return ['the page is ' + root.scrollWidth + ' px wide in a view of ' + root.clientWidth,
    ...wide.slice(-5).map((e) => e.localName + (e.id ? '#' + e.id : '') + ' ' + (e.className.baseVal ?? e.className) + ': ' + e.textContent.trim().slice(0, 40))];
})()
