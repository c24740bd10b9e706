import { compile } from './expressions.ts';

/**
 * The functions of JSONata 2.0.6 that Step Functions has: all but `$eval`, and but `$now`, `$millis` and `$random`, which are
 * others there. Those, and the ones that Step Functions adds (`$parse`, `$uuid`), the engine does not run.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  `string length substring substringBefore substringAfter uppercase lowercase trim pad contains split join match replace
  base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl number abs floor ceil round power sqrt
  formatNumber formatBase formatInteger parseInteger sum max min average boolean not exists count append sort reverse shuffle
  distinct zip keys lookup spread merge sift each error assert type map filter single reduce fromMillis toMillis clone`.split(
    /\s+/,
  ),
);

interface Dependencies {
  /** The members of `$states` that exist where the expression stands. */
  states: readonly string[];
  /** The variables that some state of the machine assigns. */
  variables: ReadonlySet<string>;
}

/**
 * What Step Functions would refuse in an expression when the machine is created, or could only ever fail on: a syntax
 * error, `$eval`, `$` or a bare name where there is no context, `$states.result` where there is no result, and a
 * variable or function that nothing defines (JSONata takes it for "nothing", silently).
 * Source: Step Functions developer guide, "Transforming data with JSONata" and "Passing data between states with variables".
 * @returns sentences, none when all is well
 */
export function checkExpression(source: string, dependencies: Dependencies): string[] {
  let ast: unknown;
  try {
    ast = compile(source).ast();
  } catch (error) {
    return [`is not JSONata: ${(error as Error).message}`];
  }
  const problems: string[] = [];
  visit(ast, { inContext: false, names: boundNames(ast, dependencies.variables) }, dependencies.states, problems);
  return [...new Set(problems)];
}

type Node = Record<string, unknown>;

interface Position {
  /** Inside a path, a filter or a transform, where `$` and bare names mean the current item. */
  inContext: boolean;
  names: ReadonlySet<string>;
}

/** The keys of a node whose expressions run once for each item of what stands before them. */
const CONTEXT_KEYS = new Set(['predicate', 'stages', 'group', 'terms', 'pattern', 'update', 'delete']);

function visit(node: unknown, position: Position, states: readonly string[], problems: string[]): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, position, states, problems);
    return;
  }
  if (!isNode(node)) return;
  if (!position.inContext && ['name', 'wildcard', 'descendant'].includes(String(node['type']))) {
    problems.push(`"${String(node['value'])}" stands on nothing: begin with $states.input or with a variable`);
  }
  if (node['type'] === 'variable') checkVariable(String(node['value']), position, problems);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'steps' && Array.isArray(value)) visitPath(value, position, states, problems);
    else visit(value, CONTEXT_KEYS.has(key) ? { ...position, inContext: true } : position, states, problems);
  }
}

function visitPath(steps: unknown[], position: Position, states: readonly string[], problems: string[]): void {
  const [first, second] = steps.filter(isNode);
  if (first?.['type'] === 'variable' && first['value'] === 'states' && second?.['type'] === 'name') {
    const member = String(second['value']);
    if (!states.includes(member)) problems.push(`$states.${member} does not exist here; ${states.join(', ')} do`);
  }
  steps.forEach((step, index) => visit(step, index === 0 ? position : { ...position, inContext: true }, states, problems));
}

function checkVariable(name: string, position: Position, problems: string[]): void {
  if (name === '$') problems.push('$$ has no meaning in a state: begin with $states.input or with a variable');
  else if (name === '' && !position.inContext) problems.push('$ has no meaning here: write $states.input');
  else if (name === 'eval') problems.push('$eval does not exist in Step Functions');
  else if (name !== '' && !position.names.has(name)) {
    problems.push(`$${name} is neither a function that the engine runs nor a variable that a state assigns`);
  }
}

/** Every name that means something somewhere in the expression: what surrounds it, and what it binds itself. */
function boundNames(ast: unknown, variables: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>(['states', ...FUNCTIONS, ...variables]);
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(collect);
    if (!isNode(node)) return;
    const bound = node['type'] === 'bind' ? [node['lhs']] : node['type'] === 'lambda' ? node['arguments'] : [];
    for (const target of Array.isArray(bound) ? bound : []) if (isNode(target)) names.add(String(target['value']));
    for (const key of ['focus', 'index']) if (typeof node[key] === 'string') names.add(node[key]);
    Object.values(node).forEach(collect);
  };
  collect(ast);
  return names;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
