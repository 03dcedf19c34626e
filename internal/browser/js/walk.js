// What the element with the focus looks like, and where it stands among those
// that the Tab key reaches. The answer is null where nothing has the focus.
(() => {
  const name = (e) => {
    const own = e.id ? '#' + e.id : e.className && typeof e.className === 'string' ? '.' + e.className.trim().split(/\s+/).join('.') : '';
    return e.localName + own + ' "' + (e.getAttribute('aria-label') || e.textContent || e.value || '').trim().replace(/\s+/g, ' ').slice(0, 40) + '"';
  };
  const seen = (e) => e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: false});
  const group = (e) => e.localName === 'input' && e.type === 'radio' && e.name;
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]')]
    .filter((e) => e.tabIndex >= 0 && !e.disabled && seen(e) && !(e.localName === 'summary' && e.parentElement.querySelector(':scope > summary') !== e))
    .filter((e, _, all) => !group(e) || e === (all.find((o) => group(o) === group(e) && o.form === e.form && o.checked) || all.find((o) => group(o) === group(e) && o.form === e.form)));
  const e = document.activeElement;
  if (!e || e === document.body || e === document.documentElement) return null;
  const style = getComputedStyle(e), box = e.getBoundingClientRect();
  const shown = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  // Both places as they are now: what sticks or scrolls by itself has moved.
  // Reading goes down the page, and right within a line or to the next column.
  // What has left the view since may not be laid out any more.
  const last = window.walkedFrom?.checkVisibility({contentVisibilityAuto: true}) ? window.walkedFrom : null;
  let early = false;
  if (last) {
    const was = last.getBoundingClientRect();
    const above = box.bottom <= was.top && box.left < was.right;
    const beside = box.top < was.bottom && box.bottom > was.top && box.right <= was.left && box.top <= was.top;
    early = above || beside;
  }
  window.walkedFrom = e;
  return {
    name: name(e), at: stops.indexOf(e), of: stops.length, shown, early,
    inView: box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
  };
})()
