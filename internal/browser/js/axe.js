// What axe-core has against the page: rule, how bad, and each place.
(() => axe.run(document, {resultTypes: ['violations'], preload: false}).then((r) => r.violations.flatMap((v) =>
  v.nodes.slice(0, 5).map((n) => v.id + ' (' + v.impact + ') at ' + n.target.join(' ') + ': ' +
    n.failureSummary.replace(/\s+/g, ' ') + ' in ' + n.html.slice(0, 200)))))()
