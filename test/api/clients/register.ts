import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/**
 * A function that starts a register which has one response, and puts its address into a setting (`COMPANY_REGISTRY_URL`,
 * `VAT_REGISTRY_URL`); it ends with the test.
 */
export function useRegisters(): (setting: string, status: number, reply: object) => Promise<void> {
  const servers: Server[] = [];
  afterEach(() => {
    servers.splice(0).forEach(server => server.close());
    delete process.env['COMPANY_REGISTRY_URL'];
    delete process.env['VAT_REGISTRY_URL'];
    delete process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'];
  });
  return async (setting, status, reply) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
    servers.push(server);
    await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
    // A user of another test must not wait for these calls; one test sets it to 1.
    process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1000';
    process.env[setting] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
}

/** The record of one company in the company register. */
export const ENTRY = {
  cod: 200,
  found: [
    {
      date_generale: {
        cui: 14399840,
        denumire: 'DANTE INTERNATIONAL SA',
        nrRegCom: 'J40/372/2002',
        telefon: '0212005200',
        codPostal: '',
      },
      inregistrare_scop_Tva: { scpTVA: true },
      inregistrare_RTVAI: { statusTvaIncasare: false },
      adresa_sediu_social: {
        sdenumire_Strada: 'Şos. Virtuţii',
        snumar_Strada: '148',
        sdenumire_Localitate: 'Sector 6 Mun. Bucureşti',
        sdenumire_Judet: 'MUNICIPIUL BUCUREŞTI',
        scod_Postal: '60787',
      },
    },
  ],
  notFound: [],
};
