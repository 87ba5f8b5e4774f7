import { Activation } from './activation.tsx'

export const FreeTrialScreen = () => <Activation kind="free-trial" />
