// All faults by name. A name that no table has, or that two have, is an error: a test must not run without its fault.

import { errorFaults } from './errors.mjs';
import { legalVariants } from './legal.mjs';
import { lifecycleFaults } from './lifecycle.mjs';
import { promptFaults } from './prompts.mjs';
import { resourceFaults } from './resources.mjs';
import { schemaFaults } from './schema.mjs';
import { securityFaults } from './security.mjs';
import { toolFaults } from './tools.mjs';
import { transportFaults } from './transport.mjs';

const TABLES = {
  transport: transportFaults,
  lifecycle: lifecycleFaults,
  tools: toolFaults,
  resources: resourceFaults,
  prompts: promptFaults,
  errors: errorFaults,
  schema: schemaFaults,
  security: securityFaults,
  legal: legalVariants,
};

function collect() {
  const all = new Map();
  for (const [table, faults] of Object.entries(TABLES)) {
    for (const [name, fault] of Object.entries(faults)) {
      if (all.has(name)) throw new Error(`The fault ${name} is defined twice`);
      all.set(name, { name, table, ...fault });
    }
  }
  return all;
}

export const FAULTS = collect();

export function findFault(name) {
  if (name === undefined || name === '') return {};
  const fault = FAULTS.get(name);
  if (!fault) throw new Error(`There is no fault named ${name}`);
  return fault;
}
