import { describe, expect, it } from 'vitest';
import { formWith, PDF } from '../../support/files.ts';
import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service, detailOf } = trader;
const { newDraft, upload, list } = attachmentsCalls(service, trader);

describe('POST /invoices/{uuid}/attachments (completions-documents §1.9)', () => {
  it('stands in list and detail, newest first; no timeline event', async () => {
    const id = await newDraft();
    const names = ['1.pdf', '2.pdf', '3.pdf'];
    for (const name of names) await upload(id, formWith(PDF, name));
    expect((await list(id)).map(one => one.filename)).toEqual(names.toReversed());
    const detail = await detailOf(id);
    expect(detail.attachments).toEqual(await list(id));
    expect(detail.events.map(event => event.type)).toEqual(['created']);
  });
});
