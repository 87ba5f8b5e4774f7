import type { HumanCheckPort } from '#features/human-check/server/human-check-port.ts'
import { type AltchaSecrets, openAltcha } from './altcha.ts'
import { openRecaptcha, type RecaptchaSettings } from './recaptcha.ts'

/** Google's where its keys are set, else our own. */
export const openHumanCheck = (
  { recaptcha, publicUrl }: { recaptcha: Omit<RecaptchaSettings, 'hostname'> | undefined; publicUrl: string },
  secrets: AltchaSecrets,
): HumanCheckPort =>
  recaptcha ? openRecaptcha({ ...recaptcha, hostname: new URL(publicUrl).hostname }) : openAltcha(secrets)
