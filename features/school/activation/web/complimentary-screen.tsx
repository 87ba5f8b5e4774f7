import { Activation } from './activation.tsx'

export const ComplimentaryScreen = () => <Activation kind="complimentary" />
