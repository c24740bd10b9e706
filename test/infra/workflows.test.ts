import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { ofType, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

/** asl-validator has no types and is CommonJS. */
const validate = createRequire(import.meta.url)('asl-validator') as (definition: unknown) => {
  isValid: boolean;
  errorsText: (separator?: string) => string;
};

let system: System;
let templates: StackTemplate[];

beforeAll(async () => {
  system = await systemOf();
  templates = synthesise(system);
});

describe('state machines', () => {
  it('each file of statemachines/ is valid Amazon States Language in JSONata', () => {
    expect(system.machines.length).toBeGreaterThan(0);
    for (const { name, definition } of system.machines) {
      const parsed = JSON.parse(definition) as { QueryLanguage?: string };
      expect(parsed.QueryLanguage, name).toBe('JSONata');
      const verdict = validate(parsed);
      expect(verdict.isValid, `${name}: ${verdict.isValid ? '' : verdict.errorsText('\n')}`).toBe(true);
    }
  });

  it('is deployed as its file says, with the functions of its tasks put in', () => {
    const deployed = ofType(templates, 'AWS::StepFunctions::StateMachine').map(({ Properties }) => Properties);
    expect(deployed.map(machine => machine['StateMachineName'])).toEqual(
      system.machines.map(({ name }) => `${STAGE.name}-${name}`),
    );
    for (const [index, { definition }] of system.machines.entries()) {
      const machine = deployed[index] ?? {};
      expect(machine['DefinitionString']).toBe(definition);
      const named = [...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(match => match[1] ?? ''))];
      expect(Object.keys(machine['DefinitionSubstitutions'] as object).sort()).toEqual(named.sort());
    }
  });

  it('`${EnsureUploadedFunction}` is functions/tasks/ensure-uploaded.ts', () => {
    const [machine] = ofType(templates, 'AWS::StepFunctions::StateMachine');
    const substitutions = machine?.Properties['DefinitionSubstitutions'] as Record<string, unknown>;
    expect(text(substitutions['EnsureUploadedFunction'])).toMatch(/:function:test-tasks-ensure-uploaded:live$/);
  });

  it('may invoke the functions that it names, and no others', () => {
    for (const { resources } of templates) {
      for (const { Type, Properties } of Object.values(resources)) {
        if (Type !== 'AWS::StepFunctions::StateMachine') continue;
        const roleId = (Properties['RoleArn'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'][0] ?? '';
        const [policy] = resources[roleId]?.Properties['Policies'] as {
          PolicyDocument: { Statement: { Action: string[]; Resource: unknown[] }[] };
        }[];
        const invoking = policy?.PolicyDocument.Statement.filter(({ Action }) => Action.includes('lambda:InvokeFunction')) ?? [];
        expect(invoking.flatMap(({ Resource }) => Resource.map(text)).sort()).toEqual(
          Object.values(Properties['DefinitionSubstitutions'] as object)
            .map(text)
            .sort(),
        );
      }
    }
  });

  it('writes a log without the data of its states', () => {
    for (const { Properties } of ofType(templates, 'AWS::StepFunctions::StateMachine')) {
      expect(Properties['LoggingConfiguration']).toMatchObject({ Level: 'ALL', IncludeExecutionData: false });
    }
  });
});
