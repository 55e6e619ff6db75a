/* Keeps the files of the site for visits without a network. Written into the site by build/page.js. */
const VERSION = '81a6ed9896df';
const FILES = ["./","./banmen-321e4e6e6dce.css","./engine-443b0562bbff.wasm","./worker-6acdd9081659.js","./words-en-728467f58245.json","./words-ja-4ad7cbee89a3.json","./words-zh-Hant-6fd00aac1851.json","./banmen-01edfbc4fd5c.js","./icons/mark.svg","./icons/app.svg","./manifest.webmanifest"];
const CACHE = `banmen-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith('banmen-') && name !== CACHE) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(old());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    if (request.mode === 'navigate') {
      // The front door is asked for anew, so that a new version is seen; without a network the kept one does.
      try {
        const fresh = await fetch(request);
        if (fresh.ok) return fresh;
      } catch {
        /* no network */
      }
      return (await cache.match('./')) ?? Response.error();
    }
    return (await cache.match(request)) ?? fetch(request);
  };
  event.respondWith(answer());
});
