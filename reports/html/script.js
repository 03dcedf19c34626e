'use strict';
// Sorting, filtering and unfolding of the question table. Without this file
// the page shows the same rows in their own order.
(() => {
  const table = document.getElementById('questions');
  const controls = document.getElementById('controls');
  if (!table || !controls) return;

  // What a row is found by, read once from what it shows.
  const rows = Array.from(table.tBodies, (body, at) => {
    const line = body.rows[0], more = body.querySelector('summary, .query');
    return {
      body, at,
      verdict: line.cells[1].dataset.verdict,
      low: Array.from(line.querySelectorAll('.low'), (e) => e.dataset.dimension),
      tags: Array.from(line.querySelectorAll('.tag'), (e) => e.textContent),
      text: (line.textContent + ' ' + (more ? more.textContent : '')).toLowerCase(),
      id: line.cells[0].textContent,
      lowest: Math.min(...Array.from(line.querySelectorAll('[data-score]'), (e) => Number(e.dataset.score))),
    };
  });

  const verdict = document.getElementById('by-verdict');
  const dimension = document.getElementById('by-dimension');
  const tag = document.getElementById('by-tag');
  const text = document.getElementById('by-text');
  const shown = document.getElementById('shown');

  const offer = (select, values) => {
    for (const value of [...new Set(values)].sort()) select.add(new Option(value, value));
    select.parentElement.hidden = select.options.length < 2;
  };
  offer(dimension, rows.flatMap((r) => r.low));
  offer(tag, rows.flatMap((r) => r.tags));
  offer(verdict, rows.map((r) => r.verdict));

  const filter = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const r of rows) {
      const fits = (!verdict.value || r.verdict === verdict.value) &&
        (!dimension.value || r.low.includes(dimension.value)) &&
        (!tag.value || r.tags.includes(tag.value)) &&
        words.every((w) => r.text.includes(w));
      r.body.hidden = !fits;
      if (fits) n++;
    }
    shown.textContent = n + ' of ' + rows.length + ' rows shown';
  };

  const order = {
    id: (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    verdict: (a, b) => rank(a.verdict) - rank(b.verdict),
    score: (a, b) => (a.lowest === b.lowest ? 0 : a.lowest < b.lowest ? -1 : 1),
  };
  const ranks = ['fail', 'error', 'inconclusive', 'skipped', 'pass', 'quarantine', 'anchor'];
  const rank = (v) => ranks.indexOf(v);

  const sortBy = (head, by) => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const h of table.tHead.rows[0].cells) h.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const sign = down ? -1 : 1;
    rows.sort((a, b) => sign * by(a, b) || a.at - b.at);
    const all = document.createDocumentFragment();
    for (const r of rows) all.append(r.body);
    table.append(all);
  };
  for (const head of table.tHead.querySelectorAll('[data-sort]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    button.addEventListener('click', () => sortBy(head, order[head.dataset.sort]));
    head.replaceChildren(button);
  }

  const unfold = (open) => {
    for (const r of rows) {
      const fold = r.body.querySelector('details');
      if (fold && !r.body.hidden) fold.open = open;
    }
  };
  // A link to a question unfolds it, whatever is filtered.
  const follow = () => {
    const body = document.getElementById(location.hash.slice(1));
    if (!body || body.parentElement !== table) return;
    body.hidden = false;
    const fold = body.querySelector('details');
    if (fold) fold.open = true;
    body.scrollIntoView();
  };

  for (const select of [verdict, dimension, tag]) select.addEventListener('change', filter);
  text.addEventListener('input', filter);
  document.getElementById('unfold').addEventListener('click', () => unfold(true));
  document.getElementById('fold').addEventListener('click', () => unfold(false));
  addEventListener('hashchange', follow);
  controls.hidden = false;
  filter();
  follow();
})();
