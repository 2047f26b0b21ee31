"""A browser under a driver (WebDriver), and a page in it."""

import glob
import re
import shutil

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from web_player import PATIENCE

BROWSERS = ["chromium", "firefox", "webkit"]
KEYS = {"ArrowUp": Keys.ARROW_UP, "ArrowDown": Keys.ARROW_DOWN, "ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT}
KEYS |= {"Tab": Keys.TAB, "Enter": Keys.ENTER}
# The person can move.
IS_READY = "document.querySelector('.cell.target') !== null"
# A change of the page: it gives its engine to scripts.
WITH_ENGINE = {"begin(new Engine(": "begin(window.engine = new Engine("}


def start(browser):
    """Starts a browser with its driver. WebKit needs a screen, which may be Xvfb."""
    if browser == "chromium":
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1100,900"]:
            options.add_argument(argument)
        return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    if browser == "firefox":
        options = webdriver.FirefoxOptions()
        options.binary_location = shutil.which("firefox-esr")
        for argument in ["-headless", "--width=1100", "--height=900"]:
            options.add_argument(argument)
        return webdriver.Firefox(options, webdriver.FirefoxService(shutil.which("geckodriver")))
    assert browser == "webkit", f"found the browser '{browser}', expected one of {BROWSERS}"
    options = webdriver.WebKitGTKOptions()
    options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0]
    options.add_argument("--automation")
    return webdriver.WebKitGTK(options, webdriver.WebKitGTKService(shutil.which("WebKitWebDriver")))


class Page:
    """The page that a driver shows, with the methods that `web_player` needs."""

    def __init__(self, driver):
        self.driver = driver
        self.keyboard = self
        driver.set_script_timeout(PATIENCE)

    def open(self, address):
        """Opens the address anew, also if only the part after # differs."""
        self.driver.get("about:blank")
        self.driver.get(address)

    def text(self, selector):
        return self.find(selector).text

    def evaluate(self, script):
        return self.driver.execute_script(f"return {script}")

    def run(self, script):
        """Runs a script that may use `await`, and returns what it returns."""
        answer = self.driver.execute_async_script(
            f"(async () => {{ {script} }})().then(arguments[0], (fault) => arguments[0]({{ fault: String(fault) }}));"
        )
        assert not isinstance(answer, dict) or "fault" not in answer, answer
        return answer

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        self.find(selector).click()

    def begin_drag(self, start, end):
        """Presses on an element, and moves the pointer to another one."""
        ActionChains(self.driver, duration=100).click_and_hold(self.find(start)).move_to_element(self.find(end)).perform()

    def end_drag(self):
        ActionChains(self.driver).release().perform()

    def press(self, key):
        ActionChains(self.driver, duration=0).send_keys(KEYS[key]).perform()


def changed(text, changes={}, script=""):
    """The page with texts replaced, and a script that runs before its own; without its policy, which would refuse them."""
    for old, new in changes.items():
        assert old in text, f"found no '{old}' in the page"
        text = text.replace(old, new)
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    return text.replace("<title>", f"<script>{script}</script><title>", 1)
