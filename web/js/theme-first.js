/* Runs before the first paint, so that a dark page is never white for a moment. theme.js takes over afterwards. */
(() => {
  let chosen = 'auto';
  let board = 'wood';
  try {
    ({ theme: chosen = 'auto', board = 'wood' } = JSON.parse(localStorage.getItem('banmen.settings') ?? '{}'));
  } catch {
    /* no storage: the system's setting decides */
  }
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.board = board;
})();
