import { settings } from './settings.js';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme in force. @returns {'light' | 'dark'} */
export function theme() {
  const chosen = settings.get().theme;
  if (chosen !== 'auto') return chosen;
  return dark.matches ? 'dark' : 'light';
}

function apply() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.board = settings.get().board;
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
}

/** Keeps the page in the theme that the system or the reader asks for. */
export function startTheme() {
  apply();
  dark.addEventListener('change', apply);
  settings.watch(apply);
}
