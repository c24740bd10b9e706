import { describe, expect, it } from 'vitest';
import { isUit, uitCheckDigits } from '#shared/authority/etransport/uit.ts';

/** The identifiers in the comments of the authority's Schematron. */
const SAMPLES = `
  3V0P0L0P0T3JUW46 4C0U0C0J0W3DDQ92 5Y0Q0L0A0Y3AJA00 6N0U0A0A0K3PUM07 7M0L0P0H0K3RAP05 8H0Q0V0L0Q3WQN41
  9E0P0C0J0J3DQV99 0C1E0K0N0M3EHP79 1C1E0Y0Y0N3YLK25 2D1R0D0L0N3CYH94 3H1M0A0E0J3FKN75
`
  .trim()
  .split(/\s+/);

describe('the identifier of a transport (BR-019)', () => {
  it.each(SAMPLES)('%s has its check digits', sample => {
    expect(isUit(sample)).toBe(true);
    expect(uitCheckDigits(sample.slice(0, 14))).toBe(sample.slice(14));
  });

  it.each([
    '',
    '3V0P0L0P0T3JUW47',
    '3V0P0L0P0T3JUW4',
    '3V0P0L0P0T3JUW466',
    '3v0p0l0p0t3juw46',
    'OOOOOOOOOOOOOO06',
    '3V0P0L0P0T3JUWA6',
  ])('"%s" is invalid', text => {
    expect(isUit(text)).toBe(false);
  });

  it('has no check digits when it is too short', () => {
    expect(uitCheckDigits('3V0P0L0P0T3JU')).toBeNull();
  });
});
