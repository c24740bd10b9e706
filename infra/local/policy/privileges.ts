import type { Statement } from '../../statement.ts';
import { allows, type IamRequest, matches } from './evaluate.ts';

/**
 * Privileges: what the statements of a role allow, taken apart as far as one can be taken away without another: an action, on one of
 * the resources that the statement names, under its condition. A condition that lists patterns of partition keys is one privilege for
 * each pattern. As texts, which the comparison of what is granted with what tests use prints (test/support/runner). Pure.
 */

type Condition = NonNullable<Statement['Condition']>;

/** The condition whose values allow different things each; all others only narrow. */
const LISTED = { operator: 'ForAllValues:StringLike', key: 'dynamodb:LeadingKeys' } as const;

const listed = (condition: Condition): string[] => [condition[LISTED.operator]?.[LISTED.key] ?? []].flat();

/** All privileges of a role, each once. */
export const privilegesOf = (statements: readonly Statement[]): string[] => [
  ...new Set(
    statements.flatMap(({ Action, Resource, Condition = {} }) =>
      Action.flatMap(action =>
        Resource.flatMap(resource => {
          const patterns = listed(Condition);
          return (patterns.length > 0 ? patterns : [undefined]).map(pattern => textOf(action, resource, Condition, pattern));
        }),
      ),
    ),
  ),
];

/** The privileges that allow a request: those of the first statement that does, so that a second one is found to be needless. None: it is denied. */
export function privilegesUsed(statements: readonly Statement[], request: IamRequest): string[] {
  const statement = statements.find(one => allows(one, request));
  if (!statement) return [];
  const { Resource, Condition = {} } = statement;
  const resource = Resource.find(pattern => matches(pattern, request.resource)) ?? '';
  const patterns = listed(Condition);
  if (patterns.length === 0) return [textOf(request.action, resource, Condition)];
  const used = (request.context[LISTED.key] ?? []).map(value => patterns.find(pattern => matches(pattern, value)));
  return used.map(pattern => textOf(request.action, resource, Condition, pattern));
}

/** `dynamodb:UpdateItem table/local-invoicing [dynamodb:LeadingKeys RATE#*]`. */
export function textOf(action: string, resource: string, condition: Condition = {}, pattern?: string): string {
  const limits = Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, values]) => {
      const only =
        operator === LISTED.operator && key === LISTED.key && pattern !== undefined ? pattern : [values].flat().join('|');
      return `${key} ${operator.endsWith('NotEquals') ? 'not ' : ''}${only}`;
    }),
  );
  return [action, shortArn(resource), ...(limits.length > 0 ? [`[${limits.join(', ')}]`] : [])].join(' ');
}

/** Whether a privilege is for some partitions of the table only, as those of the steps around endpoints are (infra/table-grants.ts). */
export const isOfPartitions = (privilege: string): boolean => /\[dynamodb:LeadingKeys (?!not )/.test(privilege);

/** An ARN without partition, service, region and account, which are the same for all of a service. */
const shortArn = (arn: string): string =>
  arn
    .replace(/^arn:\$\{AWS::Partition\}:\w+:(\$\{AWS::Region\})?:(\$\{AWS::AccountId\})?:/, '')
    .replaceAll(/-?\$\{AWS::\w+\}/g, '');
