import { describe, expect, it } from 'vitest';
import { formWith, PDF } from '../../support/files.ts';
import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls } from './calls.ts';

const trader = useTrader();
const { service, detailOf } = trader;
const { newDraft, upload, list } = attachmentsCalls(service, trader);

describe('GET /invoices/{uuid}/attachments', () => {
  it('uploaded files are in the list and in the invoice, newest first, and add no timeline event', async () => {
    const id = await newDraft();
    const names = ['1.pdf', '2.pdf', '3.pdf'];
    for (const name of names) await upload(id, formWith(PDF, name));
    expect((await list(id)).map(one => one.filename)).toEqual(names.toReversed());
    const detail = await detailOf(id);
    expect(detail.attachments).toEqual(await list(id));
    expect(detail.events.map(event => event.type)).toEqual(['created']);
  });
});
