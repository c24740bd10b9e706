import { describe, expect, it } from 'vitest';
import { columnsOf, importsOf, outcomesOf } from '../../support/imports/imports.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /imports of clients (IMP-1 to IMP-7). */

const service = useService();
const { newTrader } = useTrader();

const opened = async () => {
  const own = await newTrader();
  const named = async (search: string) =>
    Object.values(
      (await own.request<{ data: Record<string, Record<string, unknown>[]> }>('GET', `/clients?search=${search}`)).body.data,
    ).flat();
  return { ...own, ...importsOf(own), named };
};

const HEAD = 'type;name;cui;clientCode;address;city;county;country;email;isVatPayer;defaultPaymentTermDays;bankAccount';
const FILE = [
  HEAD,
  ';Livada SRL;RO14399840;L-1;Str. Morii 3;Turda;Cluj;;office@livada.example;da;45;RO49AAAA1B31007593840000',
  'individual;Ana Pop;;;Str. Horea 4;Cluj-Napoca;Cluj;RO;;nu;;',
  ';Holz GmbH;DE136695976;;Weg 1;Berlin;;DE;;;;',
  ';Livada;14399840;;;;;;;;;',
].join('\r\n');

describe('POST /imports of clients', () => {
  it('stores nothing in a preview, then what the preview showed, and a second time nothing', async () => {
    const own = await opened();
    const preview = await own.send('clients', FILE);
    expect(preview).toMatchObject({
      status: 200,
      body: { kind: 'clients', stored: false, made: 3, skipped: 1, refused: 0, unfinished: 0, sums: [] },
    });
    expect(preview.body.rows[3]).toMatchObject({
      ...{ line: 5, outcome: 'skipped', name: 'Livada', id: null },
      message: 'The client is in line 2 already: the tax number is the same.',
    });
    expect(await own.named('Livada')).toEqual([]);
    const { body: done } = await own.send('clients', FILE, preview.body.confirmation ?? '');
    expect(done).toMatchObject({ stored: true, confirmation: null, made: 3, skipped: 1 });
    expect(await own.named('Livada')).toMatchObject([
      {
        ...{ id: done.rows[0]?.id, name: 'Livada SRL', cui: 'RO14399840', clientCode: 'L-1', type: 'company', source: 'import' },
        ...{ isVatPayer: true, defaultPaymentTermDays: 45, bankAccount: 'RO49AAAA1B31007593840000', country: 'RO' },
      },
    ]);
    expect(await own.named('Holz')).toMatchObject([{ country: 'DE', vatCode: 'DE136695976' }]);
    const { body: again } = await own.store('clients', FILE);
    expect(again).toMatchObject({ made: 0, skipped: 4 });
    expect(again.rows.slice(0, 3).map(({ id }) => id)).toEqual(done.rows.slice(0, 3).map(({ id }) => id));
    expect(await own.named('Ana Pop')).toHaveLength(1);
  });

  it('never changes a client that is there: by tax number, code, or name and address', async () => {
    const own = await opened();
    const made = await own.request('POST', '/clients', {
      ...{
        name: 'Grădina Urbană SRL',
        cui: 'RO18547290',
        clientCode: 'G-7',
        address: 'Str. Lungă 1',
        city: 'Brașov',
        county: 'Brașov',
      },
    });
    expect(made.status).toBe(201);
    await own.request('POST', '/clients', {
      type: 'individual',
      name: 'Ion  Șerban',
      address: 'Str. Mică 2',
      city: 'Iași',
      county: 'Iași',
    });
    // Codes and names are found in the list.
    await service().idle();
    const csv = [
      'type;name;cui;clientCode;address;city;county',
      ';Another name;18547290;;Str. Nouă 9;Cluj-Napoca;Cluj',
      ';By its code;;g-7;Str. Nouă 9;Cluj-Napoca;Cluj',
      'individual;ion serban;;;str. mica 2;Iasi;Iași',
    ].join('\n');
    const { body } = await own.store('clients', csv);
    expect(body.rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['skipped', 'The company has the client Grădina Urbană SRL with this tax number already.'],
      ['skipped', 'The company has the client Grădina Urbană SRL with this code already.'],
      ['skipped', 'The company has the client Ion  Șerban with this name and address already.'],
    ]);
    expect(await own.named('Another')).toEqual([]);
  });

  it('says what is wrong with each row by column, as POST /clients does, and stores the others', async () => {
    const own = await opened();
    const csv = [
      'type;name;cui;cnp;address;city;county;country;email;defaultPaymentTermDays;isVatPayer;currency',
      'company;;RO14399840;;;;;;;;;',
      'individual;Fără adresă;;;;;;;;;;',
      'shop;Șantier SRL;RO123;123;;;;Romania;nobody;soon;perhaps;lei',
      ';Wrong digit SRL;RO14399841;;;;;;;;;',
    ].join('\n');
    const { body } = await own.store('clients', csv);
    expect(columnsOf(body)).toEqual([
      [2, 'name'],
      [3, 'address', 'city', 'county'],
      [4, 'cnp', 'country', 'currency', 'defaultPaymentTermDays', 'email', 'isVatPayer', 'type'],
    ]);
    expect(outcomesOf(body).at(-1)).toEqual([5, 'made']);
    expect(body.rows[3]?.warnings).toEqual([
      expect.stringContaining('check digit') as string,
      'address, city, county: missing, and documents to the client need it.',
    ]);
    expect(await own.named('Wrong')).toHaveLength(1);
  });

  it('makes a client again that was removed, and one whose name another has left', async () => {
    const own = await opened();
    const csv = 'type;name;address;city;county\nindividual;Dan Rus;Str. A 1;Deva;Hunedoara';
    const { body: first } = await own.store('clients', csv);
    await own.request('PATCH', `/clients/${first.rows[0]?.id}`, { name: 'Daniel Rus' });
    await service().idle();
    const { body: second } = await own.store('clients', csv);
    expect(second.made).toBe(1);
    await own.request('DELETE', `/clients/${second.rows[0]?.id}`);
    await service().idle();
    const { body: third } = await own.store('clients', csv);
    expect(third.made).toBe(1);
    expect(new Set([first, second, third].map(({ rows }) => rows[0]?.id)).size).toBe(3);
    expect((await own.store('clients', csv)).body.skipped).toBe(1);
  });

  it('makes each client once when a preview is confirmed twice at the same time', async () => {
    const own = await opened();
    const confirm = (await own.send('clients', FILE)).body.confirmation ?? '';
    const answers = await Promise.all([own.send('clients', FILE, confirm), own.send('clients', FILE, confirm)]);
    expect(answers.map(({ status }) => status).filter(status => ![200, 409].includes(status))).toEqual([]);
    expect(answers.map(({ body }) => body.made ?? 0).reduce((a, b) => a + b)).toBe(3);
    expect(await own.named('Ana')).toHaveLength(1);
  });
});
