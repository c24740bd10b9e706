import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { defaultsAmong, emailTemplatesCalls, TEMPLATE } from './calls.ts';

const service = useService();
const { newScope, list, add, change, remove } = emailTemplatesCalls(service);

describe('DELETE /email-templates/{uuid} (REC-73)', () => {
  it('204, then 404; 409 for the default, and for the last of its category', async () => {
    const scope = await newScope();
    const [first] = defaultsAmong(await list(scope), 'invoice');
    const last = await remove(scope, first?.id ?? '');
    expect([last.status, last.body.error.details]).toEqual([409, { reason: 'last_template' }]);
    const { body } = await add(scope, TEMPLATE);
    const refused = await remove(scope, first?.id ?? '');
    expect([refused.status, refused.body.error.details]).toEqual([409, { reason: 'default_template' }]);
    expect((await remove(scope, body.id)).status).toBe(204);
    expect((await remove(scope, body.id)).status).toBe(404);
    expect((await list(scope)).map(one => one.id)).not.toContain(body.id);
  });

  it('the default of another language can be deleted when it is the only one in it', async () => {
    const scope = await newScope();
    const [first] = defaultsAmong(await list(scope), 'invoice');
    const english = await Promise.all([1, 2].map(() => add(scope, { ...TEMPLATE, language: 'en' })));
    const [chosen, other] = english.map(one => one.body).sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
    expect((await remove(scope, first?.id ?? '')).body.error.details).toEqual({ reason: 'default_template' });
    expect((await remove(scope, chosen?.id ?? '')).body.error.details).toEqual({ reason: 'default_template' });
    expect((await remove(scope, other?.id ?? '')).status).toBe(204);
    expect((await remove(scope, chosen?.id ?? '')).status).toBe(204);
  });

  it('deleted and made the default at the same time: the category keeps exactly one default', async () => {
    const scope = await newScope();
    for (let time = 0; time < 5; time++) {
      const { body } = await add(scope, TEMPLATE);
      const [changed, removed] = await Promise.all([change(scope, body.id, { isDefault: true }), remove(scope, body.id)]);
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([changed.status, removed.status]);
      expect(defaultsAmong(await list(scope), 'invoice')).toHaveLength(1);
    }
  });
});
