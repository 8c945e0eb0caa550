import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BreachStep } from '@vlam/contract/rules/records';

export const stepLabels: Record<BreachStep, MessageDescriptor> = {
  contain: msg`Contain it`,
  evidence: msg`Secure the evidence`,
  officer: msg`Tell the information officer`,
  assess: msg`Find out who and what it concerns`,
  regulator: msg`Notify the Information Regulator`,
  people: msg`Notify the people it concerns`,
  partners: msg`Tell acquirers, providers and police`,
  review: msg`Write down what was learnt`,
};

export const stepHelp: Record<BreachStep, MessageDescriptor> = {
  contain: msg`End what is still going on: keys, sessions, access, the fault itself.`,
  evidence: msg`Copy logs and state before they change. Place a legal hold where an account is involved.`,
  officer: msg`By telephone, not by mail of a system that may be open.`,
  assess: msg`Which tables, which rows, since when. Write it into the facts above.`,
  regulator: msg`In the eServices portal, with the draft below. As soon as reasonably possible; there is no threshold.`,
  people: msg`With the notice below, in the app and by mail, unless police ask to wait.`,
  partners: msg`Who must know by contract, and the police where it is a crime.`,
  review: msg`Why it could happen, and what changes so that it does not again.`,
};
