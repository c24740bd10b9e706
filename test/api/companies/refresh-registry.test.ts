import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { known, registryCalls } from './registry-calls.ts';

const service = useService();
const { at, register, typed } = registryCalls(service);

describe('Refreshing a company from the register (COM-19)', () => {
  it('overwrites the fields that the register has and nothing else; 429 for a second time within the hour', async () => {
    const { user, company, refresh } = await typed();
    const registry = await register(200, known);
    const { status, body } = await refresh();
    expect(status).toBe(200);
    expect(body).toEqual({
      ...company,
      name: 'EXEMPLU NOU SRL',
      registrationNumber: 'J12/34/2020',
      vatPayer: true,
      vatCode: 'RO12345678',
      vatOnCollection: true,
      vatStatus: [{ from: null, to: null, registered: true, onCollection: true }],
      address: 'Calea Moților, nr. 8',
      city: 'Cluj-Napoca',
      updatedAt: body.updatedAt,
    });
    expect((await at(user, 'GET', `/${company.id}`)).body).toEqual(body);
    const early = await refresh();
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(registry.asked).toBe(1);
  });

  it('takes the days of the VAT status where the register states them (COM-87)', async () => {
    const { refresh } = await typed();
    const [one] = known.found;
    await register(200, {
      found: [
        {
          ...one,
          inregistrare_scop_Tva: {
            scpTVA: true,
            perioade_TVA: [
              { data_inceput_ScpTVA: '2015-02-01', data_sfarsit_ScpTVA: '2018-06-30', mesaj_ScpTVA: '' },
              { data_inceput_ScpTVA: '2020-01-01', data_sfarsit_ScpTVA: '', mesaj_ScpTVA: '' },
            ],
          },
          inregistrare_RTVAI: { statusTvaIncasare: true, dataInceputTvaInc: '2022-01-01', dataSfarsitTvaInc: '' },
        },
      ],
    });
    expect((await refresh()).body).toMatchObject({
      ...{ vatPayer: true, vatOnCollection: true },
      vatStatus: [
        { from: '2015-02-01', to: '2018-06-30', registered: true, onCollection: false },
        { from: '2020-01-01', to: '2021-12-31', registered: true, onCollection: false },
        { from: '2022-01-01', to: null, registered: true, onCollection: true },
      ],
    });
  });

  it.each([
    ['the register does not answer', 500, {}, 503],
    ['it answers in another form', 200, { found: 'x' }, 503],
    ['it does not know the tax number', 404, { notFound: [12345678] }, 404],
  ])('changes nothing and does not count when %s', async (_, status, reply, expected) => {
    const { user, company, refresh } = await typed();
    await register(status, reply);
    expect((await refresh()).status).toBe(expected);
    expect((await at(user, 'GET', `/${company.id}`)).body).toEqual(company);
    await register(200, known);
    expect((await refresh()).status).toBe(200);
  });

  it('returns 503 where no register is configured', async () => {
    expect((await (await typed()).refresh()).status).toBe(503);
  });
});
