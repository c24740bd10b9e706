import { describe, expect, it } from 'vitest';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { validateDocument } from '#shared/authority/einvoice/validation/validate.ts';
import { documentOf, least } from '../../conformance/speed.ts';

describe('cost grows with the lines, not with their square', () => {
  const [small, large] = [documentOf(100), documentOf(1000)];

  // Ten times the lines cost ten times as much; if the cost grew with their square, it would be a hundred times.
  it.each([
    ['writing the XML', (document: typeof small) => writeUbl(document)],
    ['full validation', (document: typeof small) => validateDocument(document)],
  ])('%s', (_, work) => {
    expect(least(() => work(large), 1) / least(() => work(small), 3)).toBeLessThan(30);
  });
});
