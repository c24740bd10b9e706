import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { keyWith } from '../../support/members.ts';
import type { Service } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

export const known = {
  found: [
    {
      date_generale: { cui: 12345678, denumire: 'EXEMPLU NOU SRL', nrRegCom: 'J12/34/2020' },
      inregistrare_scop_Tva: { scpTVA: true },
      inregistrare_RTVAI: { statusTvaIncasare: true },
      adresa_sediu_social: { sdenumire_Strada: 'Calea Moților', snumar_Strada: '8', sdenumire_Localitate: 'Cluj-Napoca' },
    },
  ],
};

/** A register of companies, and companies to be refreshed from it. */
export function registryCalls(service: () => Service) {
  const { add, at } = companiesCalls(service);
  const servers: Server[] = [];
  afterEach(() => {
    servers.splice(0).forEach(server => server.close());
    delete process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'];
    delete process.env['COMPANY_REGISTRY_URL'];
  });

  /** A register with this response; the number of requests. */
  async function register(status: number, reply: object): Promise<{ asked: number }> {
    const counted = { asked: 0 };
    const server = createServer((request, response) => {
      counted.asked += 1;
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    servers.push(server);
    await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
    process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1000';
    process.env['COMPANY_REGISTRY_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return counted;
  }

  /** A company that was typed by hand. */
  async function typed() {
    const user = await service().newUser();
    const { body } = await add(user, {
      cif: '12345678',
      name: 'Exemplu SRL',
      city: 'Iași',
      state: 'IAȘI',
      phone: '0700',
      bankName: 'B',
    });
    // A session would be over before the hour is.
    const key = { token: await keyWith(service(), user, ['company.edit']) };
    return { user, company: body, refresh: () => at(key, 'POST', `/${body.id}/refresh-registry`) };
  }
  return { at, register, typed };
}
