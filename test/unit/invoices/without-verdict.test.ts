import { describe, expect, it } from 'vitest';
import { isWithoutVerdict } from '#shared/authority/einvoice/official/installed.ts';

describe('an error that says nothing about the document', () => {
  const finding = { rule: 'SCHEMATRON' };
  it.each([
    ['the rules could not run', { document: ['x'], rules: [finding] }, true],
    ['and another rule is violated', { document: ['x', 'y'], rules: [finding, { rule: 'BR-1' }] }, false],
    ['and a field is missing', { document: ['x'], clientId: ['y'], rules: [finding] }, false],
    ['and the document is not complete', { document: ['x', 'y'], rules: [finding] }, false],
    ['another rule is violated', { document: ['x'], rules: [{ rule: 'BR-1' }] }, false],
    ['another error', { reason: 'taxauth_not_connected' }, false],
    ['no details', undefined, false],
  ])('%s', (_, details, expected) => {
    expect(isWithoutVerdict(details)).toBe(expected);
  });
});
