import * as backend from '../backend/index.js';
import { button } from '../components/button.js';
import { openDialog } from '../components/dialog.js';
import { notifyError } from '../components/notice.js';
import { download } from '../download.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { recordAddress, studyAddress } from '../share.js';
import { linkRow } from '../components/link-row.js';

/** Links and files of a study. */

/** @typedef {import('./model.js').StudyModel} StudyModel */

/** @param {StudyModel} model @param {string} format */
async function save(model, format) {
  try {
    const file = await backend.writeStudy(model.content(), format);
    download(file.name, file.text, file.mediaType);
  } catch (error) {
    notifyError(error);
  }
}

/** @param {StudyModel} model */
export async function openStudyShare(model) {
  const formats = ['json', ...model.info.formats.filter((format) => format.writes).map((format) => format.id)];
  let [whole, position] = ['', ''];
  try {
    whole = await studyAddress(model.content());
    position = await recordAddress(model.recordInSight());
  } catch (error) {
    notifyError(error);
  }
  openDialog(
    t('study.share'),
    () => [
      whole ? linkRow(t('study.share.link'), t('study.share.link_help'), whole) : null,
      position ? linkRow(t('study.share.line'), t('share.record_help'), position) : null,
      h('h3', {}, t('share.files')),
      h(
        'div',
        { class: 'button-row' },
        formats.map((format) =>
          button(t('action.download', { format: format.toUpperCase() }), () => void save(model, format), {
            icon: 'download',
            data: { save: format },
          }),
        ),
      ),
    ],
    { class: 'dialog-wide' },
  );
}
