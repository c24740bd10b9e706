import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { useTrader } from '../../support/trader.ts';
import { attachmentsCalls } from './calls.ts';

const service = useService();
const trader = useTrader({ service, lasting: true });
const { newDraft, start } = attachmentsCalls(service, trader);

describe('uploads that bypass the API, for files larger than its payload limit', () => {
  it('400: no name, no size', async () => {
    const answer = await start(await newDraft(), {});
    expect(codeOf(answer)).toEqual([400, 'bad_request']);
    expect(Object.keys(answer.body.error.details).sort()).toEqual(['filename', 'size']);
  });
});
