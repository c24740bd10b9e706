import { describe, expect, test } from 'vitest';
import type { Client } from '../support/contract.ts';
import { expecting } from '../../infra/local/api-client.ts';
import { useService } from '../support/service.ts';

const service = useService();

describe('V1 injection', () => {
  test('V1.2.3 a text that looks like JSON is returned as the same text', async () => {
    const scope = await service().newCompany(await service().newUser());
    const name = 'X", "status": "issued", "total": 0, "y": "\\u0022}],"z":[{"</script>\u2028.';
    const client = await service().newClient(scope, { name });
    const { body } = await service().api('GET', `/api/v1/clients/${client.id}`, scope);
    expect((body as { client: Client }).client.name).toBe(name);
  });

  test('V1.2.4 expressions of the database in a search are treated as text', async () => {
    const scope = await service().newCompany(await service().newUser());
    await service().newClient(scope, { name: 'Alfa SRL' });
    const found = async (search: string): Promise<number> => {
      const path = `/api/v1/clients?search=${encodeURIComponent(search)}`;
      return ((await service().api('GET', path, scope)).body as { total: number }).total;
    };
    expect(await found('alfa')).toBe(1);
    const expressions = [
      "' OR '1'='1",
      'attribute_exists(pk)',
      'begins_with(sk, :a)',
      '#pk = :pk',
      '{"$ne":null}',
      '%',
      '*',
      'C#',
    ];
    expect(await Promise.all(expressions.map(found))).toEqual(expressions.map(() => 0));
    // An operator in the name of the parameter makes another parameter, which is ignored.
    expect(await service().api('GET', '/api/v1/clients?search[$ne]=alfa', scope)).toMatchObject({ body: { total: 1 } });
  });

  test('V1.3.11 line breaks in texts of mails are rejected, or add neither a header nor a recipient', async () => {
    const form = {
      name: 'Ana\r\nBcc: third@test.example',
      email: 'ana-v1@test.example',
      subject: 'V1.3.11',
      message: 'Text.\r\n.\r\nRCPT TO:<third@test.example>',
    };
    const inSubject = { ...form, subject: 'V1.3.11\r\nBcc: third@test.example' };
    expect((await service().api('POST', '/api/v1/contact', { body: inSubject })).status).toBe(400);
    await expecting(200, 'Writing', service().api('POST', '/api/v1/contact', { body: form }));
    await service().idle();
    const mail = (await service().mailbox()).find(({ subject }) => subject.includes('V1.3.11'));
    expect(mail?.headers['reply-to']).toContain('ana-v1@test.example');
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
    expect(await service().mailbox('third@test.example')).toEqual([]);
  });
});
