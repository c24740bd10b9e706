import { expecting } from '../../../infra/local/api-client.ts';
import { logoForm } from '../files.ts';
import type { Scope, Service } from '../service.ts';

/** Uploads a logo for the company of the scope. */
export async function withLogo(service: Service, { token, company }: Scope): Promise<string> {
  await expecting(200, 'A logo', service.api('POST', `/api/v1/companies/${company}/logo`, { token, body: logoForm() }));
  return company;
}
