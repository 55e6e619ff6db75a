import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestLanguage, install, say, t } from '../../js/i18n.js';

install('en', {
  'status.turn': '{side} to move.',
  'side.black': 'Black',
  'piece.lion': 'lion',
  'spoken.taken': 'takes the {taken}',
  count: '{count} {count?move|moves}',
});

test('arguments are filled in, and those that are words are translated', () => {
  assert.equal(say({ key: 'status.turn', args: { side: 'black' } }), 'Black to move.');
  assert.equal(say({ key: 'spoken.taken', args: { taken: 'lion' } }), 'takes the lion');
  assert.equal(say({ key: 'status.turn', args: { side: 'j10' } }), 'j10 to move.');
});

test('one is told apart from many', () => {
  assert.equal(t('count', { count: 1 }), '1 move');
  assert.equal(t('count', { count: 7 }), '7 moves');
});

test('an unknown key still shows something readable', () => {
  assert.equal(t('reason.lion_taken'), 'lion taken');
});

test('the first language that we have is taken', () => {
  assert.equal(bestLanguage(['fr-FR', 'ja-JP', 'en']), 'ja');
  assert.equal(bestLanguage(['zh-TW']), 'zh-Hant');
  assert.equal(bestLanguage(['de']), 'en');
});
