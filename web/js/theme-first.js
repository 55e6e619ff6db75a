/* Runs before the first paint, so that a dark page is never white for a moment; theme.js takes over afterwards. What the page will ask for
   first is asked for now, before the script that needs it has come. */
(() => {
  // Chromium now and then shows a file that is loaded again an empty storage and forgets what that page writes, so a tab remembers what was
  // in it. `remember` of store.js says when it wrote last: the later of the two is right.
  if (location.protocol === 'file:') {
    /** @param {Storage} from @param {Storage} to @param {(key: string) => boolean} wanted */
    const copy = (from, to, wanted) => {
      for (const key of Object.keys(from)) if (key.startsWith('banmen.') && wanted(key)) to.setItem(key, from.getItem(key) ?? '');
    };
    /** @param {Storage} storage */
    const written = (storage) => Number(storage.getItem('banmen.written'));
    try {
      const forgotten = written(sessionStorage) > written(localStorage);
      copy(sessionStorage, localStorage, (key) => forgotten || localStorage.getItem(key) === null);
      addEventListener('pagehide', () => {
        try {
          copy(localStorage, sessionStorage, () => true);
        } catch {
          /* full: the next page has what the storage shows it */
        }
      });
    } catch {
      /* no storage */
    }
  }
  /** @type {{ theme?: string, board?: string, language?: string }} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('banmen.settings') ?? '{}');
  } catch {
    /* no storage: the system's settings decide */
  }
  const { theme = 'auto', board = 'wood', language = 'auto' } = chosen;
  const dark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.board = board;

  // Only a page that a server has put together knows where its files are.
  const files = document.getElementById('files')?.textContent;
  if (!files) return;
  const preferred = language === 'auto' ? navigator.languages : [language];
  const tag = preferred.find((one) => /^(en|ja|zh)/i.test(one))?.toLowerCase() ?? 'en';
  /** @type {Record<string, string>} */
  const lasting = JSON.parse(files);
  const words = lasting[`/i18n/${tag.startsWith('ja') ? 'ja' : tag.startsWith('zh') ? 'zh-Hant' : 'en'}.json`];
  const table = /^\/table\/([\w-]+)$/.exec(location.pathname)?.[1];
  /** @param {string | undefined} href @param {object} how */
  const ask = (href, how) => {
    if (href) document.head.append(Object.assign(document.createElement('link'), { ...how, href }));
  };
  const data = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' };
  ask(words, data);
  ask(table && `/api/tables/${table}`, data);
  // Every page but the first needs these.
  if (location.pathname !== '/') ask(lasting['/js/main-shared.js'], { rel: 'modulepreload' });
})();
