import { expect, it } from 'vitest';
import { cutDejavuSans } from '../../infra/dejavu-sans.ts';
import kept from '#shared/output/pdf/dejavu-sans.json' with { type: 'json' };

it('the subset of DejaVu Sans that documents use is the output of `node infra/dejavu-sans.ts`', async () => {
  expect(kept).toEqual(await cutDejavuSans());
});
