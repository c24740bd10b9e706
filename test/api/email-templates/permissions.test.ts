import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { emailTemplatesCalls, TEMPLATE } from './calls.ts';

const service = useService();
const { list, add, change, remove } = emailTemplatesCalls(service);

describe('Email templates (REC-69 to REC-78)', () => {
  it('require email_template.view to read and email_template.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['email_template.view']) };
    const nobody = { company, token: await keyWith(service(), user, ['settings.manage']) };
    const [template] = await list(reader);
    const id = template?.id ?? '';
    for (const refused of [await add(reader, TEMPLATE), await change(reader, id, { name: 'X' }), await remove(reader, id)])
      expect([refused.status, refused.body.error.details['permission']]).toEqual([403, 'email_template.manage']);
    const unread = await call<Refusal>(service(), nobody, 'GET', '/email-templates');
    expect([unread.status, unread.body.error.details['permission']]).toEqual([403, 'email_template.view']);
  });
});
