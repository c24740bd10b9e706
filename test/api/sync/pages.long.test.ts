import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logDownloads } from '../../support/taxauth/download-log.ts';
import { useOwnService } from '../../support/service.ts';
import { useReceivers } from '../../support/taxauth/companies.ts';
import { deliver, supplierInvoice } from '../../support/taxauth/received.ts';
import { logLists } from '../../support/taxauth/list-log.ts';

const service = useOwnService();
const { authority, messages, numbers, receiver, synchronize } = useReceivers(service, 63_000_000);

/** Messages of one page here; the authority itself has 500. */
const PAGE = 4;
let lists: ReturnType<typeof logLists>;
let archives: ReturnType<typeof logDownloads>;
beforeAll(async () => {
  await authority({ pageSize: PAGE });
  lists = logLists();
  archives = logDownloads();
});
afterAll(() => {
  archives.stop();
  lists.stop();
});

describe('A list of several pages (EIN-38 to EIN-42)', () => {
  it.each([
    ['one short page', PAGE - 1, 1],
    ['one full page', PAGE, 1],
    ['a full page and one more', PAGE + 1, 2],
    ['several', 3 * PAGE + 2, 4],
  ])('%s: every message is read once, and each archive downloaded once', async (_, many, pages) => {
    const scope = await receiver();
    const delivered = Array.from({ length: many }, (_each, place) => `P-${String(place).padStart(2, '0')}`);
    const ids: string[] = [];
    for (const number of delivered) ids.push(await deliver(service(), scope, supplierInvoice({ number, buyer: scope.cif })));
    // The connection itself was tested by a list.
    const before = lists.calls.length;
    await synchronize(scope);
    expect(await numbers(scope)).toEqual(delivered);
    const asked = lists.calls.slice(before).filter(({ cif }) => cif === scope.cif);
    expect(asked.map(({ page }) => page)).toEqual(Array.from({ length: pages }, (_each, place) => place + 1));
    // One interval for all pages: messages that arrive meanwhile do not move others to the next page.
    expect(new Set(asked.map(({ from, to }) => `${from} ${to}`)).size).toBe(1);
    expect(archives.downloads.map(({ id }) => id).filter(id => ids.includes(id))).toHaveLength(many);
    expect((await messages(scope)).map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());

    // The next run lists them again, and downloads none.
    await service().advance('PT2H');
    await synchronize(scope);
    expect(archives.downloads.map(({ id }) => id).filter(id => ids.includes(id))).toHaveLength(many);
    expect(await numbers(scope)).toEqual(delivered);
  });
});
