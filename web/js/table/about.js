import * as backend from '../backend/index.js';
import { fill, h } from '../dom.js';
import { button } from '../components/button.js';
import { t } from '../i18n.js';
import { gameName, ruleName, rulesFor, ruleValue } from '../rules-words.js';
import { SEATS } from '../seats.js';
import { controlText } from './clock.js';
import { openNames } from './names.js';
import { playFromHere, study } from './onward.js';
import { openCode, openSeat } from './seat.js';
import { downloads, openShare } from './share.js';

/** The Table tab: what is played, by whom, under which rules, and the fairness seal. */

/** @typedef {import('./model.js').TableModel} TableModel */

export class AboutTable {
  #shown = '';

  /** @param {TableModel} model */
  constructor(model) {
    this.model = model;
    this.element = h('div', { class: 'about-table' });
  }

  update() {
    const { model } = this;
    const { table, info } = model;
    const shown = JSON.stringify([
      model.presence?.watchers,
      table.names,
      table.holders,
      table.record.seal,
      table.rules,
      model.isOver,
      model.mySeats().length,
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { seal } = table.record;
    const sit = model.mySeats().length > 0;
    const shared = backend.shared() && model.source.id !== null && !model.isOver;
    fill(
      this.element,
      h(
        'dl',
        { class: 'facts' },
        fact(t('table.game'), gameName(info)),
        SEATS.map((seat) => fact(model.sideName(seat), model.playerName(seat) || t('player.person'))),
        table.clock ? fact(t('new.clock'), controlText(table.clock.control)) : [],
        model.presence && table.apart ? fact(t('presence.watchers'), String(model.presence.watchers)) : [],
        rulesFor(info, table.rules).map((field) => fact(ruleName(info, field.key), ruleValue(info, field, table.rules[field.key]))),
      ),
      h(
        'div',
        { class: 'button-row' },
        button(t('action.share'), () => void openShare(model), { icon: 'share', data: { action: 'share' } }),
        shared && sit ? button(t('seat.move'), () => void openSeat(model), { icon: 'person', data: { action: 'seat' } }) : null,
        shared && !sit ? button(t('seat.enter_code'), () => void openCode(), { icon: 'person', data: { action: 'code' } }) : null,
        sit ? button(t('name.change'), () => openNames(model), { icon: 'person', data: { action: 'name' } }) : null,
        sit ? button(t('action.rematch'), () => void model.rematch(false), { icon: 'again', data: { action: 'table-rematch' } }) : null,
        sit ? button(t('action.swap'), () => void model.rematch(true), { icon: 'swap', data: { action: 'table-swap' } }) : null,
        model.studiable ? button(t('action.study'), () => void study(model), { icon: 'analysis', data: { action: 'table-study' } }) : null,
        button(t('action.play_from_here'), () => void playFromHere(model), { icon: 'play', data: { action: 'play-from-here' } }),
      ),
      h('h3', {}, t('share.files')),
      downloads(model),
      seal
        ? h(
            'div',
            { class: 'seal' },
            h('h3', {}, t('seal.title')),
            h('p', { class: 'quiet' }, t(seal.seed ? 'seal.revealed' : 'seal.sealed')),
            h(
              'dl',
              { class: 'facts' },
              fact(t('seal.hash'), h('code', {}, seal.hash)),
              seal.seed ? fact(t('seal.seed'), h('code', {}, seal.seed)) : [],
              SEATS.flatMap((seat) => {
                const nonce = seal.nonces?.[seat];
                return nonce ? [fact(t('seal.nonce', { side: model.sideName(seat) }), h('code', { data: { nonce: seat } }, nonce))] : [];
              }),
            ),
          )
        : null,
    );
  }
}

/** @param {string} name @param {string | Node} value */
function fact(name, value) {
  return h('div', {}, h('dt', {}, name), h('dd', {}, value));
}
