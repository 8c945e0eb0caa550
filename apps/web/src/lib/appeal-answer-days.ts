import { useQuery } from '@tanstack/react-query';
import { operatorSettings } from '@vlam/contract/rules/operator-settings';
import { queryOf } from './api.ts';

/** In how many days an appeal is answered; the operator's setting, which every page carries. */
export const useAppealAnswerDays = (): number =>
  useQuery(queryOf('publicSettings')).data?.appealAnswerDays ?? operatorSettings.appealAnswerDays.initial;
