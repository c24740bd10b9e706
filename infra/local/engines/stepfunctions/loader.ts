import type * as z from 'zod';
import { checkMachine } from './checks.ts';
import { definitionSchema } from './definition.ts';
import type { Machine } from './definition.ts';

const ACCOUNT = 'local:000000000000';

/** The ARN under which the engine knows a state machine. */
export const stateMachineArn = (name: string): string => `arn:aws:states:${ACCOUNT}:stateMachine:${name}`;

/** The ARN of an execution of a state machine. */
export const executionArn = (machine: string, name: string): string => `arn:aws:states:${ACCOUNT}:execution:${machine}:${name}`;

/** A definition that the engine does not run; `problems` says each reason in a sentence. */
export class DefinitionError extends Error {
  readonly problems: readonly string[];

  constructor(machine: string, problems: readonly string[]) {
    super(`State machine "${machine}" cannot be loaded:\n${problems.map(problem => `- ${problem}`).join('\n')}`);
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}

/**
 * Reads a state machine from the text of its `.asl.json` file.
 * @param substitutions values of the `${Name}` in the text, as the DefinitionSubstitutions of a deployment
 * @throws DefinitionError when a substitution is missing, or the text holds anything that the engine would not run as
 *   AWS does: another query language, an unknown state type or field, a bad transition, expression or variable
 */
export function loadMachine(name: string, text: string, substitutions: Readonly<Record<string, string>>): Machine {
  const demandNone = (problems: readonly string[]): void => {
    if (problems.length > 0) throw new DefinitionError(name, problems);
  };
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) {
    throw new DefinitionError(name, ['Its name may hold 1 to 80 letters, digits, "-" and "_".']);
  }
  const { replaced, missing } = substitute(text, substitutions);
  demandNone(missing.map(variable => `No substitution is given for \${${variable}}.`));

  const parsed = definitionSchema.safeParse(parseJson(name, replaced));
  if (!parsed.success) throw new DefinitionError(name, parsed.error.issues.map(sentence));
  const definition = parsed.data;
  demandNone(checkMachine(definition));

  return {
    name,
    arn: stateMachineArn(name),
    text: replaced,
    startAt: definition.StartAt,
    states: new Map(Object.entries(definition.States)),
  };
}

function substitute(text: string, substitutions: Readonly<Record<string, string>>): { replaced: string; missing: string[] } {
  const missing = new Set<string>();
  const replaced = text.replace(/\$\{([A-Za-z0-9_.]+)\}/g, (whole, variable: string) => {
    const value = Object.hasOwn(substitutions, variable) ? substitutions[variable] : undefined;
    if (value === undefined) missing.add(variable);
    // Into a JSON string, so escaped as one.
    return value === undefined ? whole : JSON.stringify(value).slice(1, -1);
  });
  return { replaced, missing: [...missing] };
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new DefinitionError(name, [`It is not JSON: ${(error as Error).message}`]);
  }
}

function sentence(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.') || 'definition';
  if (issue.code === 'invalid_union' && issue.path.at(-1) === 'Type') {
    return `${where}: is none of Task, Wait, Choice, Succeed.`;
  }
  return `${where}: ${issue.message}.`;
}
