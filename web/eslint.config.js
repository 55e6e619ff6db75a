import js from '@eslint/js';

// Names and types are checked by tsc; this finds what types do not show.
export default [
  { ignores: ['build/service-worker.js', '**/*.d.ts'] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-undef': 'off',
      'no-unused-vars': 'off',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
];
