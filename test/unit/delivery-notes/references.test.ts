import { expect, it } from 'vitest';
import { numbersOf } from '#shared/documents/delivery-notes/conversion/outcome.ts';

const notes = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ number: `AV-${String(place + 1).padStart(3, '0')}` }));

it.each([
  [1, 'AV-001'],
  [2, 'AV-001, AV-002'],
  [100, 'AV-001 … AV-100 (100)'],
])('an invoice of %i delivery notes names them', (count, text) => {
  expect(numbersOf(notes(count))).toBe(text);
});
