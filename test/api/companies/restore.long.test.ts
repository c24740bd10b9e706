import { describe, expect, it } from 'vitest';
import { keyWith } from '../../support/members.ts';
import { changeMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';

const service = useService();
const { add, at, withMember, nothingTold } = companiesCalls(service);

describe('Deleting a company', () => {
  describe('whose tax number is added again by others', () => {
    it('stays deleted for a member who has access but may not delete companies, and is restored for one who may', async () => {
      const { owner, member, reached } = await withMember(['company.view', 'company.create']);
      const again = () => add(member, { cif: '77', name: 'Alta SRL' });
      expect((await again()).body.error.details).toEqual({ reason: 'cif_taken', companyId: reached.id });
      await at(owner, 'DELETE', `/${reached.id}`);
      nothingTold(await again());
      await changeMember(service(), owner, member, { permissions: ['company.view', 'company.create', 'company.delete'] });
      expect(await again()).toMatchObject({ status: 201, body: { id: reached.id } });
    });

    it('stays deleted for an API key whose scopes do not include deleting companies', async () => {
      const owner = await service().newUser();
      const { body } = await add(owner);
      const [creates, deletes] = [
        await keyWith(service(), owner, ['company.create']),
        await keyWith(service(), owner, ['company.create', 'company.delete']),
      ];
      await at(owner, 'DELETE', `/${body.id}`);
      nothingTold(await add({ token: creates }));
      expect(await add({ token: deletes })).toMatchObject({ status: 201, body: { id: body.id } });
    });
  });
});
