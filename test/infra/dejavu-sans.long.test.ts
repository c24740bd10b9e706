import { expect, it } from 'vitest';
import { cutDejavuSans } from '../../infra/dejavu-sans.ts';
import kept from '#shared/output/pdf/dejavu-sans.json' with { type: 'json' };

it('the part of DejaVu Sans that documents are set in is the one that `node infra/dejavu-sans.ts` cuts', async () => {
  expect(kept).toEqual(await cutDejavuSans());
});
