'use strict';
// Keys for the page of a question. Without this file every form works with
// mouse, tabulator and Enter as it stands.
(() => {
  const forms = Array.from(document.querySelectorAll('form[data-label]'));
  const status = document.getElementById('told');

  const tell = (text) => {
    if (status) status.textContent = text;
  };

  // What was saved stands in the page when it opens, where a screen reader
  // does not announce it: it is told once more.
  const said = document.querySelector('#said p');
  if (said && status) setTimeout(() => status.textContent || tell(said.textContent), 200);

  // The form in use: the one with the focus, else the first that is unfolded.
  const formInUse = () =>
    forms.find((f) => f.contains(document.activeElement)) ||
    forms.find((f) => f.dataset.used && f.closest('details').open) ||
    forms.find((f) => f.closest('details').open) ||
    forms[0];

  const dimensionsOf = (form) => Array.from(form.querySelectorAll('fieldset'));

  // The dimension that a digit scores: the one with the focus, else the one
  // that had it last, else the first.
  const current = (form) => {
    const all = dimensionsOf(form);
    return all.find((d) => d.contains(document.activeElement)) || all.find((d) => d.classList.contains('current')) || all[0];
  };

  const goTo = (dimension, options) => {
    for (const d of document.querySelectorAll('fieldset.current')) d.classList.remove('current');
    dimension.classList.add('current');
    dimension.focus(options);
  };

  const move = (form, by) => {
    const all = dimensionsOf(form);
    const at = all.indexOf(current(form));
    form.closest('details').open = true;
    goTo(all[Math.min(Math.max(at + by, 0), all.length - 1)]);
  };

  const choose = (dimension, value) => {
    const level = Array.from(dimension.querySelectorAll('input[type=radio]')).find((i) => i.value === value);
    if (level) level.checked = true;
    return level;
  };

  // After the last dimension comes the button that saves, so that a person
  // labels with digits and Enter alone.
  const score = (form, value) => {
    const all = dimensionsOf(form);
    const dimension = current(form);
    if (!dimension || !choose(dimension, value)) return;
    form.dataset.used = 'yes';
    const next = all[all.indexOf(dimension) + 1];
    goTo(next || dimension);
    if (!next) form.querySelector('button.save').focus();
  };

  const agree = (form) => {
    const judged = dimensionsOf(form).filter((d) => d.dataset.agreed && choose(d, d.dataset.agreed));
    if (!judged.length) return;
    form.dataset.used = 'yes';
    tell('The judge’s scores are filled in; Enter saves them.');
    goTo(dimensionsOf(form)[0]);
    form.querySelector('button.save').focus();
  };

  const follow = (rel) => {
    const link = document.querySelector('.turn a[rel=' + rel + ']');
    if (link) link.click();
  };

  const send = (form) => {
    if (form) form.requestSubmit(form.querySelector('button.save') || undefined);
  };

  const help = () => {
    const keys = document.getElementById('keys');
    keys.open = !keys.open;
    keys.querySelector('summary').focus();
  };

  const flag = (form) => {
    const box = form.querySelector('input[name=flag]');
    box.checked = !box.checked;
    tell(box.checked ? 'Flagged, not saved yet.' : 'Not flagged, not saved yet.');
  };

  const comment = (form) => form.querySelector('textarea').focus();

  const press = (selector) => {
    const button = document.querySelector(selector);
    if (button) button.click();
  };

  const withForm = (does) => () => {
    const form = formInUse();
    if (form) does(form);
  };

  const keys = {
    a: withForm(agree), s: withForm(send), f: withForm(flag),
    j: withForm((form) => move(form, 1)), k: withForm((form) => move(form, -1)),
    c: withForm(comment),
    n: () => follow('next'), p: () => follow('prev'),
    u: () => press('form[data-undo] button'), h: () => press('#judge-switch'), '?': help,
    0: withForm((form) => score(form, 'none')),
  };
  for (const level of '12345') keys[level] = withForm((form) => score(form, level));

  const isText = (e) => e.matches('textarea, select, [contenteditable]') ||
    e.matches('input') && !['radio', 'checkbox', 'button', 'submit'].includes(e.type);

  document.addEventListener('keydown', (event) => {
    const on = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    if (isText(on)) {
      if (event.key === 'Escape' && on.matches('textarea')) on.closest('form').querySelector('button.save').focus();
      return;
    }
    if (!document.querySelector('.reading')) return;
    let does = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
    const form = on.closest('form[data-label]');
    // Enter does what it always does on what can be pressed.
    if (event.key === 'Enter' && !on.closest('a, button, summary')) does = withForm(send);
    if (event.key === 'ArrowDown' && form) does = () => move(form, 1);
    if (event.key === 'ArrowUp' && form) does = () => move(form, -1);
    if (!does || event.repeat && !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    does();
  });

  for (const form of forms) {
    form.addEventListener('focusin', (event) => {
      const dimension = event.target.closest('fieldset');
      if (!dimension || dimension.classList.contains('current')) return;
      for (const d of document.querySelectorAll('fieldset.current')) d.classList.remove('current');
      dimension.classList.add('current');
    });
    const button = form.querySelector('[data-agree]');
    if (button) {
      button.addEventListener('click', (event) => {
        event.preventDefault();
        agree(form);
      });
    }
    // A second press would save the same once more.
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = 'yes';
    });
  }
  // Who comes back finds the form as it can be sent again.
  addEventListener('pageshow', () => forms.forEach((form) => delete form.dataset.sent));

  // The label of the next question begins where the digits go. The page stays
  // where it is: what is to be read comes first.
  if (forms.length && !location.hash && new URLSearchParams(location.search).get('from') === 'queue') {
    goTo(dimensionsOf(formInUse())[0], { preventScroll: true });
  }
})();
