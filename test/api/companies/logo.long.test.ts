import { describe, expect, it } from 'vitest';
import { logoForm, redPng } from '../../support/files.ts';
import { draft } from '../../support/invoices.ts';
import { delivering, newNote } from '../../support/delivery-notes.ts';
import { newProforma, offering } from '../../support/proformas.ts';
import { useOwnService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useOwnService();
const { newScope, logo } = companiesCalls(service);

describe('Where the logo is shown', () => {
  it('in the PDF of each kind of document, rendered again when it changes, and not where showLogo is off', async () => {
    const scope = await newScope();
    const offers = await offering(service(), scope);
    const paths = [
      `invoices/${(await draft(service(), scope)).id}`,
      `proforma-invoices/${(await newProforma(service(), offers)).uuid}`,
      `delivery-notes/${(await newNote(service(), await delivering(service(), scope))).uuid}`,
    ];
    const pictures = (bytes: Buffer): number => bytes.toString('latin1').split('/Subtype /Image').length - 1;
    const inEach = (): Promise<number[]> =>
      Promise.all(
        paths.map(async path => {
          const { status, body } = await service().api('GET', `/api/v1/${path}/pdf`, scope);
          expect(status).toBe(200);
          return pictures(body as Buffer);
        }),
      );
    expect(await inEach()).toEqual([0, 0, 0]);
    await logo(scope, 'POST', logoForm(redPng()));
    expect(await inEach()).toEqual([1, 1, 1]);
    await service().api('PUT', '/api/v1/pdf-template-config', { ...scope, body: { showLogo: false } });
    expect(await inEach()).toEqual([0, 0, 0]);
  });
});
