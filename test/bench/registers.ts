import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const KNOWN = {
  inregistrare_scop_Tva: { scpTVA: true },
  adresa_sediu_social: {
    sdenumire_Strada: 'Calea Moților',
    snumar_Strada: '8',
    sdenumire_Localitate: 'Mun. Cluj-Napoca',
    sdenumire_Judet: 'CLUJ',
    scod_Postal: '400001',
  },
};

/** Simulates the registers of companies and of VAT numbers, which find every number; sets the URLs of both. */
export async function startRegisters(): Promise<{ stop(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = request.method === 'POST' ? (JSON.parse(Buffer.concat(chunks).toString()) as { cui: number }[]) : [];
      const found = asked.map(({ cui }) => ({ ...KNOWN, date_generale: { cui, denumire: 'Firma SRL' } }));
      const answer =
        request.method === 'POST'
          ? { found, notFound: [] }
          : { isValid: true, userError: 'VALID', name: 'Firma', address: 'Wien' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = ['COMPANY_REGISTRY_URL', 'VAT_REGISTRY_URL'];
  for (const setting of settings) process.env[setting] = url;
  // Calls that need not wait for the rate limit are measured.
  process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1000';
  return {
    stop() {
      for (const setting of [...settings, 'COMPANY_REGISTRY_CALLS_PER_SECOND']) delete process.env[setting];
      server.close();
    },
  };
}
