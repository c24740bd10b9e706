import { describe, expect, it } from 'vitest';
import type { Answered, Company, Refusal } from '../../support/contract.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
const newScope = async (): Promise<Scope> => service().newCompany(await service().newUser());
const patch = ({ token, company }: Scope, body: object): Promise<Answered<Company & Refusal>> =>
  service().api('PATCH', `/api/v1/companies/${company}`, { token, body }) as Promise<Answered<Company & Refusal>>;

const addresses = (count: number, name: string): string =>
  Array.from({ length: count }, (_, place) => `${name}${place}@copies.example`).join(',');

describe('PATCH /companies/{uuid}: emailCc and emailBcc', () => {
  it('twenty together, counted with those that are there already, also when both come at the same moment', async () => {
    const scope = await newScope();
    const answers = await Promise.all([
      patch(scope, { emailCc: addresses(11, 'a') }),
      patch(scope, { emailBcc: addresses(10, 'b') }),
    ]);
    expect(answers.map(one => one.status).sort()).toEqual([200, 400]);
    expect((await patch(scope, { emailCc: addresses(10, 'a'), emailBcc: addresses(10, 'b') })).status).toBe(200);
    expect((await patch(scope, { emailBcc: addresses(11, 'b') })).status).toBe(400);
    expect((await patch(scope, { phone: '3' })).status).toBe(200);
  });
});
