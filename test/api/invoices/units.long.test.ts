import { describe, expect, it } from 'vitest';
import { UNIT_WORDS } from '#shared/model/codes/units.ts';
import { unitsCalls } from './units-calls.ts';

const { issuedWith } = unitsCalls();

describe('Units of measure', () => {
  it('every known word for a unit can be issued', async () => {
    expect(await issuedWith([...UNIT_WORDS.keys()])).toEqual([200, undefined, [...UNIT_WORDS.values()]]);
  });
});
