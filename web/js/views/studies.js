import { saveArchive } from '../archive.js';
import * as backend from '../backend/index.js';
import { button, iconButton } from '../components/button.js';
import { confirmed } from '../components/dialog.js';
import { fill, h } from '../dom.js';
import { isEditable } from '../editor/build.js';
import { ago, t } from '../i18n.js';
import { gameName } from '../rules-words.js';
import { studyGame } from '../study/open.js';
import { allStudies, removeStudy } from '../study/shelf.js';
import { openFile } from '../table/open.js';

/** Every study of this browser, and ways to begin one. */

/** @returns {Promise<import('../router.js').Mounted>} */
export async function studiesPage() {
  const games = await backend.games();
  const names = new Map(games.map((info) => [info.id, gameName(info)]));
  const list = h('ul', { class: 'study-list' });
  const draw = async () => {
    const studies = await allStudies();
    fill(
      list,
      studies.map(({ id, title, study, updated_at: updated }) =>
        h(
          'li',
          { class: 'study-row' },
          h(
            'a',
            { href: `/study/${id}`, class: 'study-link' },
            h('strong', {}, title || (names.get(study.game) ?? study.game)),
            h(
              'span',
              { class: 'quiet' },
              [title ? names.get(study.game) : '', t('study.positions', { count: study.nodes.length }), ago(new Date(updated).toISOString())]
                .filter(Boolean)
                .join(' · '),
            ),
          ),
          iconButton('erase', t('study.delete'), async () => {
            if (!(await confirmed(t('study.delete'), t('study.delete_sentence'), t('study.delete')))) return;
            await removeStudy(id);
            await draw();
          }),
        ),
      ),
      studies.length === 0 ? h('li', { class: 'quiet' }, t('study.none')) : null,
    );
  };
  await draw();
  const element = h(
    'div',
    { class: 'page studies-page' },
    h('h1', { tabindex: -1 }, t('study.title')),
    h('p', {}, t('study.sentence')),
    h('h2', {}, t('study.begin')),
    h(
      'div',
      { class: 'button-row' },
      games.map((info) => button(gameName(info), () => void studyGame(info.id), { icon: 'new', data: { study: info.id } })),
      button(t('action.open_file'), () => void openFile(), { icon: 'upload' }),
    ),
    h('h2', {}, t('editor.title')),
    h('p', {}, t('editor.sentence')),
    h(
      'div',
      { class: 'button-row' },
      games
        .filter((info) => isEditable(info.id))
        .map((info) =>
          h(
            'a',
            { class: 'button button-plain', href: `/edit/${info.id}`, data: { edit: info.id } },
            h('span', { class: 'button-label' }, gameName(info)),
          ),
        ),
    ),
    h('h2', {}, t('study.kept')),
    list,
    h(
      'div',
      { class: 'button-row' },
      button(t('study.save_all'), () => void saveArchive(), { icon: 'download', data: { action: 'save-all' } }),
    ),
  );
  return { element, title: t('study.title') };
}
