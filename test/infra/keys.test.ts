import { beforeAll, describe, expect, it } from 'vitest';
import { list, ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

interface Statement {
  Sid?: string;
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

let templates: StackTemplate[];
beforeAll(async () => {
  templates = synthesise(await systemOf());
});

const actionsOf = ({ Action }: Statement): string[] => list(Action) as string[];

/** The statements about keys that the roles of functions hold, with the name that the role has in its stack. */
const granted = (): { role: string; statement: Statement }[] =>
  templates
    .flatMap(({ resources }) => Object.entries(resources))
    .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
    .flatMap(([role, { Properties }]) =>
      ((Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[])
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(statement => text(statement.Action).includes('kms:'))
        .map(statement => ({ role, statement })),
    );

const ROTATION = 'SchedulesRotateTokenKeysRole';
const SIGNING = { 'kms:KeySpec': 'ECC_NIST_P256', 'kms:KeyUsage': 'SIGN_VERIFY' };
const TAG = 'aws:ResourceTag/invoicing:key';

/** Whether a statement is about the key of credentials, with which nothing is signed. */
const isOnCredentials = (statement: Parameters<typeof actionsOf>[0]): boolean =>
  actionsOf(statement).some(action => action === 'kms:GenerateDataKey' || action === 'kms:Decrypt');

describe('keys', () => {
  it('tokens are signed by the tagged key behind the alias: no statement depends on KMS knowing an alias that has just moved', () => {
    const statements = granted()
      .filter(({ role, statement }) => role !== ROTATION && !isOnCredentials(statement))
      .map(({ statement }) => statement);
    expect(statements.length).toBeGreaterThan(3);
    for (const statement of statements) {
      expect(actionsOf(statement)).toEqual(['kms:Sign', 'kms:GetPublicKey']);
      expect(statement.Condition).toEqual({
        StringEquals: { [TAG]: `${STAGE.name}-token`, 'kms:RequestAlias': `alias/${STAGE.name}-token` },
      });
    }
    const [token] = ofType(templates, 'AWS::KMS::Key').filter(({ Properties }) => Properties['KeyUsage'] === 'SIGN_VERIFY');
    expect(token?.Properties['Tags']).toContainEqual({ Key: 'invoicing:key', Value: `${STAGE.name}-token` });
  });

  it('the key of credentials is reached by its alias, which never moves', () => {
    const statements = granted().filter(({ statement }) => isOnCredentials(statement));
    expect(statements.length).toBeGreaterThan(3);
    for (const { statement } of statements) {
      expect(statement.Condition?.['ForAnyValue:StringEquals']).toMatchObject({
        'kms:ResourceAliases': [`alias/${STAGE.name}-secrets`],
      });
    }
  });

  /** What the roles of a function may decrypt, by encryption context. */
  const opened = (action: string): Record<string, string[]> => {
    const kinds: [role: string, kind: string][] = granted()
      .filter(({ statement }) => isOnCredentials(statement) && actionsOf(statement).includes(action))
      .map(({ role, statement: { Condition = {} } }) => {
        const names = list(Condition['ForAnyValue:StringEquals']?.['kms:EncryptionContextKeys'] ?? []) as string[];
        const purpose = Condition['StringEquals']?.['kms:EncryptionContext:purpose'];
        const conditions = [...names, ...(purpose === undefined ? [] : [`purpose=${text(purpose).replaceAll('"', '')}`])];
        // One condition each: a statement without a condition would allow all.
        expect(conditions, role).toHaveLength(1);
        return [role, String(conditions[0])];
      });
    const byRole = Map.groupBy(kinds, ([role]) => role);
    return Object.fromEntries([...byRole].map(([role, some]) => [role, some.map(([, kind]) => kind).toSorted()]));
  };

  it('no function can decrypt other kinds of credentials than those that it needs, whatever it reads', () => {
    const decrypts = opened('kms:Decrypt');
    expect(Object.keys(decrypts).length).toBeGreaterThan(20);
    expect(decrypts['WorkersSendDocumentEmailRole']).toEqual(['purpose=share-links']);
    const many = Object.entries(decrypts).filter(([, kinds]) => kinds.length > 1);
    expect(many).toEqual([]);
    expect(new Set(Object.values(decrypts).flat())).toEqual(
      new Set([...['purpose=totp', 'purpose=share-links'], ...['webhook', 'tokenId', 'taxauthLink', 'invitationId']]),
    );
    expect(Object.keys(opened('kms:GenerateDataKey')).length).toBeGreaterThan(5);
  });

  it('rotation changes signing keys only, and deletes and renames only those that have its tag', () => {
    const statements = granted().flatMap(({ role, statement }) => (role === ROTATION ? [statement] : []));
    const onKeys = statements.filter(({ Resource }) => /"\*"|key\/\*/.test(text(Resource)));
    expect(onKeys).toHaveLength(4);
    for (const { Condition = {}, ...statement } of onKeys) {
      const narrowed = { ...Condition['StringEquals'], ...Condition['StringEqualsIfExists'] };
      expect(narrowed, text(statement.Action)).toMatchObject(SIGNING);
      // A condition that holds where the property is absent is for a key that is being created.
      if (Condition['StringEqualsIfExists']) expect(actionsOf(statement)).toEqual(['kms:TagResource']);
      const dangerous = ['kms:ScheduleKeyDeletion', 'kms:UpdateAlias', 'kms:DeleteAlias'];
      if (actionsOf(statement).some(action => dangerous.includes(action))) expect(narrowed[TAG]).toBe(`${STAGE.name}-token`);
    }
    const onAliases = statements.filter(one => !onKeys.includes(one));
    expect(onAliases.map(one => [actionsOf(one), /alias\/[\w-]+/.exec(text(one.Resource))?.[0]])).toEqual([
      [['kms:CreateAlias', 'kms:DeleteAlias'], 'alias/test-token-next'],
      [['kms:UpdateAlias'], 'alias/test-token'],
    ]);
  });

  it('no function can delete, disable, tag or rename the keys of data and of credentials', () => {
    const guarded = ofType(templates, 'AWS::KMS::Key').filter(({ Properties }) => Properties['KeyUsage'] !== 'SIGN_VERIFY');
    expect(guarded).toHaveLength(2);
    for (const { Properties } of guarded) {
      const { Statement } = Properties['KeyPolicy'] as { Statement: Statement[] };
      const [deny] = Statement.filter(({ Effect }) => Effect === 'Deny');
      expect(deny).toMatchObject({ Principal: { AWS: '*' }, Resource: '*' });
      expect(deny?.Action).toEqual(
        expect.arrayContaining(['kms:ScheduleKeyDeletion', 'kms:DisableKey', 'kms:TagResource', 'kms:UpdateAlias']),
      );
      expect(deny?.Condition).toEqual({
        StringEquals: { 'aws:PrincipalTag/service': 'invoicing', 'aws:PrincipalTag/stage': STAGE.name },
      });
    }
    // The condition applies to the roles: all of them have these tags.
    for (const { Properties } of ofType(templates, 'AWS::IAM::Role')) {
      expect(Properties['Tags']).toEqual(
        expect.arrayContaining([
          { Key: 'service', Value: 'invoicing' },
          { Key: 'stage', Value: STAGE.name },
        ]),
      );
    }
  });
});
